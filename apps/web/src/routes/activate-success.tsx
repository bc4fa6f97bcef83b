import { ButtonLink } from '../app/link.tsx';
import { OneThing } from '../app/OneThing.tsx';
import { useWords } from '../app/words.ts';

export default function ActivateSuccessRoute() {
  const words = useWords();
  return (
    <OneThing
      icon="check"
      title={words('activation.success.title')}
      action={<ButtonLink to="/login">{words('activation.success.action')}</ButtonLink>}
    >
      {words('activation.success.body')}
    </OneThing>
  );
}
