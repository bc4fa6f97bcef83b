import { ButtonLink } from '../app/link.tsx';
import { OneThing } from '../app/OneThing.tsx';
import { useWords } from '../app/words.ts';

export default function NotFoundRoute() {
  const words = useWords();
  return (
    <OneThing
      icon="info"
      title={words('notFound.title')}
      action={<ButtonLink to="/home">{words('app.backHome')}</ButtonLink>}
    >
      {words('notFound.body')}
    </OneThing>
  );
}
