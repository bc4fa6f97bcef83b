import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { loadArea } from '../shared/i18n/catalogues.ts';
import { session } from '../shared/api/client.ts';
import { useStore } from '../shared/state/store.ts';
import { Calculator } from '../features/calculator/Calculator.tsx';
import { ProductPage } from '../features/product-page/ProductPage.tsx';

/** Loaded separately, because a visitor without a session does not need it. */
export const SignedInHome = lazyRouteComponent(() =>
  Promise.all([import('./home-signed-in.tsx'), loadArea('wallet')]).then(([{ default: Screen }]) => ({
    default: () => <Screen />,
  })),
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
