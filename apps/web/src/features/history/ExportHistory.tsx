import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@wusd/api-sdk/core';
import { formatAmount } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Choice } from '@wusd/ui-kit/Choice';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { Notice } from '@wusd/ui-kit/Notice';
import { vars } from '@wusd/ui-kit/tokens';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { styled } from 'styled-components';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useSubmission } from '../../shared/forms/submission.ts';
import { historyApi } from '../../shared/money/history-api.ts';
import { language } from '../../shared/i18n/preferences.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { type Filters, filterOf } from './filters.ts';
import { exportQuery } from './queries.ts';
import { type ExportRequest, exportSchema } from './schema.ts';

const Stack = styled.div`
  display: grid;
  gap: ${vars.space5};

  progress {
    width: 100%;
    height: 8px;
    accent-color: ${vars.accent};
  }
`;

export interface ExportHistoryProps {
  filters: Filters;
  /** Called with the id of an export that runs in the background; {@link LongExport} shows its progress. */
  onLong: (id: string | undefined) => void;
}

/** Exports the filtered history as a file. */
export function ExportHistory({ filters, onLong }: ExportHistoryProps) {
  const t = useTranslate();
  const [isAsking, setAsking] = useState(false);
  const make = useSubmission(
    async ({ format }: ExportRequest) => {
      const body = { format, ...filterOf(filters) };
      try {
        return { file: await historyApi.export(body), id: undefined };
      } catch (error) {
        // Too long for one request: export in the background. The server also rejects exports beyond its maximum here.
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
  const { form, onSubmit, error } = useForm({
    schema: exportSchema,
    defaultValues: { format: 'CSV' },
    submission: make,
  });
  const format = useWatch({ control: form.control, name: 'format' });
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {t('history.export')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('history.export.title')}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {t('app.cancel')}
            </Button>
            <Button isBusy={make.isPending} onClick={onSubmit}>
              {t('history.export.make')}
            </Button>
          </>
        }
      >
        <Stack>
          <p>{t('history.export.body')}</p>
          <FormError error={error} />
          <Choice
            legend={t('history.export.format')}
            options={[
              { value: 'CSV', label: t('history.export.csv') },
              { value: 'PDF', label: t('history.export.pdf') },
            ]}
            value={format}
            onChange={(value) => form.setValue('format', value)}
          />
        </Stack>
      </Dialog>
    </>
  );
}

/** Progress of an export that runs in the background, and the button that saves its file. */
export function LongExport({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useTranslate();
  const locale = useStore(language);
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
    return <Notice tone="info">{t('history.export.gone')}</Notice>;
  if (error) return <Unavailable query={query}>{t('history.unavailable')}</Unavailable>;
  if (data?.status === 'failed') return <Notice tone="negative">{t('history.export.failed')}</Notice>;
  if (data?.status === 'completed')
    return (
      <Notice
        tone="positive"
        action={
          <Button isDense isBusy={save.isPending} onClick={() => save.mutate(undefined)}>
            {t('history.export.save')}
          </Button>
        }
      >
        {t('history.export.ready')}
        <FormError error={save.error} />
      </Notice>
    );
  const count = (entries = 0): string => formatAmount(locale, String(entries), 0);
  const label = t('history.export.progress', { done: count(data?.done), total: count(data?.total) });
  return (
    <Notice tone="info">
      <Stack>
        <p>{t('history.export.long')}</p>
        <progress aria-label={label} value={data?.done ?? 0} max={Math.max(1, data?.total ?? 1)} />
        <span>{label}</span>
      </Stack>
    </Notice>
  );
}
