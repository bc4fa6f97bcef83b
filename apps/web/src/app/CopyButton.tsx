import { Button } from '@wusd/ui-kit/Button';
import { Icon } from '@wusd/ui-kit/Icon';
import { toast } from './toasts.ts';
import { useWords } from './words.ts';

export interface CopyButtonProps {
  text: string;
  /** What it is, within a sentence: "the address". The button says so, because a page may have several of them. */
  what: string;
}

/** Puts a text on the clipboard and says that it is there, or that it was refused. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const words = useWords();
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => toast(words('app.copied', { what })),
      () => toast(words('app.copyFailed'), 'negative'),
    );
  return (
    <Button variant="secondary" isDense onClick={copy}>
      <Icon name="copy" size={16} />
      {words('app.copy', { what })}
    </Button>
  );
}
