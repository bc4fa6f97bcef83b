import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { useTranslate } from '../i18n/use-translate.ts';

export interface UnavailableProps {
  /** Message about the data that can't be shown. */
  children: string;
  query: { isFetching: boolean; refetch: () => Promise<unknown> };
}

/** Reports that data could not be loaded, with a button to try again. */
export function Unavailable({ children, query }: UnavailableProps) {
  const t = useTranslate();
  return (
    <Notice
      tone="neutral"
      role="status"
      action={
        <Button variant="secondary" isDense isBusy={query.isFetching} onClick={() => void query.refetch()}>
          {t('app.retry')}
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
