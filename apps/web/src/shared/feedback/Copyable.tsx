import { Button } from '@wusd/ui-kit/Button';
import { Icon } from '@wusd/ui-kit/Icon';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { toast } from './toasts.ts';
import { useTranslate } from '../i18n/use-translate.ts';

const Root = styled.div`
  display: grid;
  gap: ${vars.space3};
  justify-items: start;
`;
const Text = styled.code`
  display: flex;
  flex-wrap: wrap;
  gap: 0 0.6ch;
  font: ${vars.typeHeadline};
  font-family: ${vars.fontMono};
  overflow-wrap: anywhere;

  span:nth-child(even) {
    color: ${vars.fgMuted};
  }
`;

export interface CopyButtonProps {
  text: string;
  /** What it is, within a sentence: "the address". The button says so, because a page may have several of them. */
  what: string;
}

/** Puts a text on the clipboard and says that it is there, or that it was refused. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const t = useTranslate();
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => toast(t('app.copied', { what })),
      () => toast(t('app.copyFailed'), 'negative'),
    );
  return (
    <Button variant="secondary" isDense onClick={copy}>
      <Icon name="copy" size={16} />
      {t('app.copy', { what })}
    </Button>
  );
}

export interface CopyableProps extends CopyButtonProps {
  /** Letters that are set apart from the next, so that eyes can compare. @default 4 */
  group?: number;
}

/** Something long that must be exact: in full, in groups, and with a button that copies it. */
export function Copyable({ text, what, group = 4 }: CopyableProps) {
  const groups = text.match(new RegExp(`.{1,${group}}`, 'g')) ?? [text];
  return (
    <Root>
      {/* Read out as it is, not in groups. */}
      <Text aria-label={text} role="img">
        {groups.map((each, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- groups have no other name
          <span key={index}>{each}</span>
        ))}
      </Text>
      <CopyButton text={text} what={what} />
    </Root>
  );
}
