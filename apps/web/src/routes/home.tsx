import { lazy, Suspense } from 'react';
import { loadArea } from '../app/catalogues.ts';
import { session } from '../app/services.ts';
import { useValue } from '../app/value.ts';
import { Calculator } from '../features/calculator/Calculator.tsx';
import { ProductPage } from '../features/product-page/ProductPage.tsx';

// A stranger's first page carries nothing of it.
const SignedInHome = lazy(() =>
  Promise.all([import('./home-signed-in.tsx'), loadArea('wallet')]).then(([screen]) => screen),
);

export default function HomeRoute() {
  const { isLogin } = useValue(session);
  if (!isLogin) return <ProductPage calculator={<Calculator />} />;
  return (
    <Suspense>
      <SignedInHome />
    </Suspense>
  );
}
