import { useEffect } from 'react';

/** Prints in the light theme while the component is mounted. */
export function useLightPrint(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let chosen: string | undefined;
    const begin = (): void => {
      chosen = dataset['theme'];
      dataset['theme'] = 'light';
    };
    const end = (): void => {
      if (chosen === undefined) delete dataset['theme'];
      else dataset['theme'] = chosen;
    };
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
}
