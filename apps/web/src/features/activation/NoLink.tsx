import { Notice } from '@wusd/ui-kit/Notice';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { TextLink } from '../../shared/routing/link.tsx';
import { ResendForm } from './ResendForm.tsx';

/** Shown without a usable activation link: the reason, and what to do next. */
export function NoLink({ error }: { error: unknown }) {
  const t = useTranslate();
  return (
    <>
      {error ? <FormError error={error} /> : <Notice tone="info">{t('activation.noKey')}</Notice>}
      <ResendForm />
      <p>
        {t('activation.registerAgain')} <TextLink to="/register">{t('header.register')}</TextLink>
      </p>
      <p>
        {t('activation.haveAccount')} <TextLink to="/login">{t('header.login')}</TextLink>
      </p>
    </>
  );
}
