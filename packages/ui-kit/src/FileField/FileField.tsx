import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Icon } from '../Icon/index.js';
import { IconButton } from '../IconButton/index.js';
import { Box, fieldState, Label, Notes, Root } from '../TextField/Field.js';
import { vars } from '../tokens.js';

export interface ChosenFile {
  name: string;
  /** Beside its name, e.g. its size. */
  detail: string;
  /** What is wrong with it and what to do. */
  error?: string | undefined;
}

export interface FileFieldProps {
  label: string;
  /** Words of the button that opens the platform's picker. */
  chooseLabel: string;
  /** Under the field, always there, e.g. what is taken. */
  hint?: ReactNode | undefined;
  error?: string | undefined;
  /** As the platform's picker takes it, e.g. `.png,.pdf`. Only a help: what is dropped is not held to it. */
  accept?: string | undefined;
  files: readonly ChosenFile[];
  /** Name of the button that takes a file away again. */
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

/** Files by the platform's picker or dropped here, listed with what is wrong about each. */
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
            // So that the same file can be chosen again after it was removed.
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
                  // The button goes away with its file.
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
