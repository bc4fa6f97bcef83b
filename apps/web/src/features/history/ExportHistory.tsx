import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@wusd/api-sdk/core';
import { formatAmount } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Choice } from '@wusd/ui-kit/Choice';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { Notice } from '@wusd/ui-kit/Notice';
import { vars } from '@wusd/ui-kit/tokens';
import { useState } from 'react';
import { styled } from 'styled-components';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { useSubmission } from '../../app/forms/submission.ts';
import { historyApi } from '../../app/money/history-api.ts';
import { language } from '../../app/preferences.ts';
import { saveFile } from '../../app/save-file.ts';
import { Unavailable } from '../../app/Unavailable.tsx';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { type Filters, filterOf } from './filters.ts';
import { exportQuery } from './queries.ts';

const Stack = styled.div`
  display: grid;
  gap: ${vars.space5};

  progress {
    width: 100%;
    height: 8px;
    accent-color: ${vars.accent};
  }
`;

type Format = 'CSV' | 'PDF';

export interface ExportHistoryProps {
  filters: Filters;
  /** The id of one that takes long: it is made while its customer goes on, and {@link LongExport} shows how far it is. */
  onLong: (id: string | undefined) => void;
}

/** What is shown, as a file. */
export function ExportHistory({ filters, onLong }: ExportHistoryProps) {
  const words = useWords();
  const [isAsking, setAsking] = useState(false);
  const [format, setFormat] = useState<Format>('CSV');
  const make = useSubmission(
    async () => {
      const body = { format, ...filterOf(filters) };
      try {
        return { file: await historyApi.export(body), id: undefined };
      } catch (error) {
        // Too long to wait for. A statement that is too long altogether is refused here too.
        if (!(error instanceof ApiError && error.is('EXPORT_TOO_LONG'))) throw error;
        return { file: undefined, id: (await historyApi.startExport(body)).id };
      }
    },
    ({ file, id }) => {
      if (file) saveFile(file.blob, file.fileName);
      onLong(id);
      setAsking(false);
    },
  );
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {words('history.export')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words('history.export.title')}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {words('app.cancel')}
            </Button>
            <Button isBusy={make.isPending} onClick={() => make.mutate(undefined)}>
              {words('history.export.make')}
            </Button>
          </>
        }
      >
        <Stack>
          <p>{words('history.export.body')}</p>
          <Refusal error={make.error} />
          <Choice
            legend={words('history.export.format')}
            options={[
              { value: 'CSV', label: words('history.export.csv') },
              { value: 'PDF', label: words('history.export.pdf') },
            ]}
            value={format}
            onChange={(value) => setFormat(value as Format)}
          />
        </Stack>
      </Dialog>
    </>
  );
}

/** A file that is being made aside, and how far it is. */
export function LongExport({ id, onDone }: { id: string; onDone: () => void }) {
  const words = useWords();
  const locale = useValue(language);
  const query = useQuery(exportQuery(id));
  const save = useSubmission(
    () => historyApi.getExportFile(id),
    ({ blob, fileName }) => {
      saveFile(blob, fileName);
      onDone();
    },
  );
  const { data, error } = query;
  if ([error, save.error].some((each) => each instanceof ApiError && each.is('NOT_FOUND')))
    return <Notice tone="info">{words('history.export.gone')}</Notice>;
  if (error) return <Unavailable query={query}>{words('history.unavailable')}</Unavailable>;
  if (data?.status === 'failed') return <Notice tone="negative">{words('history.export.failed')}</Notice>;
  if (data?.status === 'completed')
    return (
      <Notice
        tone="positive"
        action={
          <Button isDense isBusy={save.isPending} onClick={() => save.mutate(undefined)}>
            {words('history.export.save')}
          </Button>
        }
      >
        {words('history.export.ready')}
        <Refusal error={save.error} />
      </Notice>
    );
  const count = (entries = 0): string => formatAmount(locale, String(entries), 0);
  const label = words('history.export.progress', { done: count(data?.done), total: count(data?.total) });
  return (
    <Notice tone="info">
      <Stack>
        <p>{words('history.export.long')}</p>
        <progress aria-label={label} value={data?.done ?? 0} max={Math.max(1, data?.total ?? 1)} />
        <span>{label}</span>
      </Stack>
    </Notice>
  );
}
