import { useTranslate } from '../i18n/use-translate.ts';
import { statuses } from './status.ts';

/** Translates the status of a transaction. A status that this build does not know keeps the server's name. */
export function useStatusName(): (status: string) => string {
  const t = useTranslate();
  return (status) => {
    const known = statuses[status];
    return known === undefined ? status : t(known.label);
  };
}
