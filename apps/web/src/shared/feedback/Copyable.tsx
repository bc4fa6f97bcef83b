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
/** Groups are set apart by a margin, so that a selection copies one line without spaces. A line breaks between them where it can. */
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
  /** What it is, within a sentence: "the address". The button says so, because a page may have several of them. */
  what: string;
}

/** For as long a button says that the text is on the clipboard. */
const copiedMs = 2000;

/** Puts a text on the clipboard. `isCopied` for a moment after; a refusal is a toast. */
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

/** Copies a text, and says in place that it is copied. */
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

/** The same at the end of a line. */
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
  /** Letters that are set apart from the next, so that eyes can compare. @default 4 */
  group?: number;
  /** Larger, for the one text that the page is about. */
  size?: 'hero' | undefined;
}

/** Something long that must be exact: in full, in groups, and with a button that copies it. */
export function Copyable({ text, what, group = 4, size }: CopyableProps) {
  const groups = text.match(new RegExp(`.{1,${group}}`, 'g')) ?? [text];
  return (
    <Root>
      {/* Read out as it is, not in groups. */}
      <Text aria-label={text} role="img" data-size={size}>
        {groups.map((each, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- groups have no other name
          <span key={index}>{each}</span>
        ))}
      </Text>
      <CopyButton text={text} what={what} />
    </Root>
  );
}
