import { Result, type ResultProps } from '@wusd/ui-kit/Result';
import { Page } from './Page.tsx';

/** A page with a single statement, such as the result of a command, and links to continue. */
export function ResultPage(result: ResultProps) {
  return (
    <Page title={result.title} width="flow" isTitleHidden>
      <Result {...result} />
    </Page>
  );
}
