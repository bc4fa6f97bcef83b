import { ButtonLink } from '../../app/link.tsx';
import { OneThing } from '../../app/OneThing.tsx';
import { useWords } from '../../app/words.ts';

export default function ForgetPasswordSuccessRoute() {
  const words = useWords();
  return (
    <OneThing
      icon="check"
      title={words('forgot.success.title')}
      action={<ButtonLink to="/login">{words('forgot.success.action')}</ButtonLink>}
    >
      {words('forgot.success.body')}
    </OneThing>
  );
}
