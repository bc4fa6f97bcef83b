import { Button } from '@wusd/ui-kit/Button';
import { IconButton } from '@wusd/ui-kit/IconButton';
import { Icon } from '@wusd/ui-kit/Icon';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { toast } from './toasts.ts';
import { useTranslate } from '../i18n/use-translate.ts';

const Root = styled.div`
  display: grid;
  gap: ${vars.space3};
  justify-items: start;
`;
/** A margin separates the groups, so that a selection copies no spaces. Lines break between groups. */
const Text = styled.code`
  font: ${vars.typeHeadline};
  font-family: ${vars.fontMono};
  overflow-wrap: anywhere;

  span {
    display: inline-block;
    max-width: 100%;
  }
  span:not(:last-child) {
    margin-inline-end: 0.6ch;
  }
  span:nth-child(even) {
    color: ${vars.fgMuted};
  }
  &[data-size='hero'] {
    font: ${vars.typeTitle1};
    font-family: ${vars.fontMono};
  }
`;

export interface CopyButtonProps {
  text: string;
  /** Name of the text within a sentence, e.g. "the address". It labels the button, because a page may have several. */
  what: string;
}

/** Milliseconds for which a button confirms the copy. */
const copiedMs = 2000;

/** Copies a text to the clipboard. `isCopied` is true for a moment afterwards; a failure shows a toast. */
function useCopy(text: string): { isCopied: boolean; copy: () => void } {
  const t = useTranslate();
  const [copiedAt, setCopiedAt] = useState<number>();
  useEffect(() => {
    if (copiedAt === undefined) return undefined;
    const timer = setTimeout(() => setCopiedAt(undefined), copiedMs);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setCopiedAt(Date.now()),
      () => toast(t('app.copyFailed'), 'negative'),
    );
  return { isCopied: copiedAt !== undefined, copy };
}

/** Button that copies a text, and confirms it in place. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const t = useTranslate();
  const { isCopied, copy } = useCopy(text);
  return (
    <>
      <Button variant="secondary" isDense onClick={copy}>
        <Icon name={isCopied ? 'check' : 'copy'} size={16} />
        {isCopied ? t('app.isCopied') : t('app.copy', { what })}
      </Button>
      <VisuallyHidden role="status">{isCopied ? t('app.copied', { what }) : ''}</VisuallyHidden>
    </>
  );
}

/** The same as an icon button, for the end of a line. */
export function CopyIconButton({ text, what }: CopyButtonProps) {
  const t = useTranslate();
  const { isCopied, copy } = useCopy(text);
  return (
    <>
      <IconButton
        icon={isCopied ? 'check' : 'copy'}
        size={20}
        label={isCopied ? t('app.isCopied') : t('app.copy', { what })}
        onClick={copy}
      />
      <VisuallyHidden role="status">{isCopied ? t('app.copied', { what }) : ''}</VisuallyHidden>
    </>
  );
}

export interface CopyableProps extends CopyButtonProps {
  /** Number of characters per group, to make comparing easier. @default 4 */
  group?: number;
  /** Larger, for the main text of a page. */
  size?: 'hero' | undefined;
}

/** Shows a long exact text in full and in groups, with a button that copies it. */
export function Copyable({ text, what, group = 4, size }: CopyableProps) {
  const groups = text.match(new RegExp(`.{1,${group}}`, 'g')) ?? [text];
  return (
    <Root>
      {/* The label makes screen readers read the text as a whole, not in groups. */}
      <Text aria-label={text} role="img" data-size={size}>
        {groups.map((each, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- groups have no other key
          <span key={index}>{each}</span>
        ))}
      </Text>
      <CopyButton text={text} what={what} />
    </Root>
  );
}
