import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Icon } from '../Icon/index.js';
import { IconButton } from '../IconButton/index.js';
import { Box, fieldState, Label, Notes, Root } from '../TextField/Field.js';
import { vars } from '../tokens.js';

export interface ChosenFile {
  name: string;
  /** Text beside the name, e.g. the file size. */
  detail: string;
  /** Error message with the remedy. */
  error?: string | undefined;
}

export interface FileFieldProps {
  label: string;
  /** Label of the button that opens the platform's file picker. */
  chooseLabel: string;
  /** Help text below the field, e.g. accepted formats. */
  hint?: ReactNode | undefined;
  error?: string | undefined;
  /** Filter of the file picker, e.g. `.png,.pdf`. It does not restrict dropped files. */
  accept?: string | undefined;
  files: readonly ChosenFile[];
  /** Label of the button that removes a file. */
  removeLabel: (name: string) => string;
  onAdd: (files: readonly File[]) => void;
  onRemove: (index: number) => void;
}

const Zone = styled(Box)`
  justify-content: center;
  gap: ${vars.space3};
  min-height: 72px;
  padding: ${vars.space4};
  border-style: dashed;
  color: ${vars.accentFg};
  font: ${vars.typeHeadline};
  text-align: center;
  cursor: pointer;

  &:hover,
  &[data-over] {
    background: ${vars.sunken};
  }
`;
const Picker = styled.input`
  position: absolute;
  width: 1px;
  height: 1px;
  opacity: 0;
`;
const List = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${vars.space3};
  margin: 0;
  padding: 0;
  list-style: none;
`;
const Item = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  padding-inline-start: ${vars.space4};
  border: 1px solid ${vars.border};
  border-radius: ${vars.radiusControl};

  &[data-invalid] {
    border-color: ${vars.negative};
  }
`;
const Words = styled.div`
  padding-block: ${vars.space3};
  overflow-wrap: anywhere;
`;
const Detail = styled.span`
  margin-inline-start: ${vars.space3};
  color: ${vars.fgMuted};
  font: ${vars.typeCaption};
`;

/** Files from the platform's picker or dropped on the field, listed with their errors. */
export function FileField({
  label,
  chooseLabel,
  hint,
  error,
  accept,
  files,
  removeLabel,
  onAdd,
  onRemove,
}: FileFieldProps) {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drag = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onAdd([...event.dataTransfer.files]);
    },
  };
  return (
    <Root>
      <Label id={`${id}-label`} htmlFor={id}>
        {label}
      </Label>
      <Zone
        as="label"
        {...drag}
        data-over={isOver ? '' : undefined}
        data-invalid={error === undefined ? undefined : ''}
      >
        <Picker
          {...fieldState(id, hint, error)}
          ref={picker}
          type="file"
          multiple
          accept={accept}
          aria-labelledby={`${id}-label ${id}-choose`}
          onChange={({ currentTarget }) => {
            const chosen = [...(currentTarget.files ?? [])];
            // Allows choosing the same file again after it was removed.
            currentTarget.value = '';
            onAdd(chosen);
          }}
        />
        <Icon name="link" size={20} />
        <span id={`${id}-choose`}>{chooseLabel}</span>
      </Zone>
      <Notes id={id} hint={hint} error={error} />
      {files.length > 0 && (
        <List aria-labelledby={`${id}-label`}>
          {files.map((file, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same file may be chosen twice
            <Item key={`${index} ${file.name}`} data-invalid={file.error === undefined ? undefined : ''}>
              <Words>
                {file.name}
                <Detail>{file.detail}</Detail>
                <Notes id={`${id}-${index}`} hint={undefined} error={file.error} />
              </Words>
              <IconButton
                icon="close"
                label={removeLabel(file.name)}
                aria-describedby={file.error === undefined ? undefined : `${id}-${index}-error`}
                onClick={() => {
                  onRemove(index);
                  // Removing the file removes the focused button too.
                  picker.current?.focus();
                }}
              />
            </Item>
          ))}
        </List>
      )}
    </Root>
  );
}
