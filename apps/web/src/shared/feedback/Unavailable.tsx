import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { useTranslate } from '../i18n/use-translate.ts';

export interface UnavailableProps {
  /** What can't be shown. */
  children: string;
  query: { isFetching: boolean; refetch: () => Promise<unknown> };
}

/** What the server was asked for and could not be had; it can be asked again in place. */
export function Unavailable({ children, query }: UnavailableProps) {
  const t = useTranslate();
  return (
    <Notice
      tone="negative"
      role="alert"
      action={
        <Button variant="secondary" isBusy={query.isFetching} onClick={() => void query.refetch()}>
          {t('app.retry')}
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
