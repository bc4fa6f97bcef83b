import { lazy, Suspense } from 'react';
import { loadArea } from '../shared/i18n/catalogues.ts';
import { session } from '../shared/api/client.ts';
import { useStore } from '../shared/state/store.ts';
import { Calculator } from '../features/calculator/Calculator.tsx';
import { ProductPage } from '../features/product-page/ProductPage.tsx';

// A stranger's first page carries nothing of it.
const SignedInHome = lazy(() =>
  Promise.all([import('./home-signed-in.tsx'), loadArea('wallet')]).then(([screen]) => screen),
);

export default function HomeRoute() {
  const { isLogin } = useStore(session);
  if (!isLogin) return <ProductPage calculator={<Calculator />} />;
  return (
    <Suspense>
      <SignedInHome />
    </Suspense>
  );
}
