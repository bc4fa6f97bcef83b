import { useTranslate } from '../i18n/use-translate.ts';
import { statuses } from './status.ts';

/** Names the status of a transaction. One that this build does not know is called as the server calls it. */
export function useStatusName(): (status: string) => string {
  const t = useTranslate();
  return (status) => {
    const known = statuses[status];
    return known === undefined ? status : t(known.label);
  };
}
