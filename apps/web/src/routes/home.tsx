import { session } from '../app/services.ts';
import { useValue } from '../app/value.ts';
import { Calculator } from '../features/calculator/Calculator.tsx';
import { ProductPage } from '../features/product-page/ProductPage.tsx';
import { SignedInHome } from './home-signed-in.tsx';

export default function HomeRoute() {
  const { isLogin } = useValue(session);
  return isLogin ? <SignedInHome /> : <ProductPage calculator={<Calculator />} />;
}
