import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { own } from '#schema/own.ts';
import { placeholders } from '#schema/sms.ts';
import { number } from '../../../core/format.ts';
import { SheetTable } from '../../contacts/sheets/SheetTable.tsx';
import type { RecipientsProps, SheetDraft } from './draft.ts';

/** An uploaded file: its rows, and the meaning of its columns. */
export function UsedSheet({ draft, edit, errors, sheet }: RecipientsProps & { sheet: SheetDraft }) {
  const translate = useTranslate();
  const { counts } = sheet;
  const change = (part: Partial<SheetDraft>) => edit({ sheet: { ...sheet, ...part } });
  return (
    <>
      <div className="compose-sheet">
        <DescriptionOutlined aria-hidden="true" />
        <div>
          <strong>{sheet.name}</strong>
          <p className="compose-counts">
            <span>
              {translate('compose.fileRows', { smart_count: sheet.rows, count: number(sheet.rows) })}
            </span>
            {counts && (
              <>
                <span className="sms-good">
                  {translate('compose.fileGood', { count: number(counts.good) })}
                </span>
                <span className={counts.bad > 0 ? 'sms-bad' : 'sms-quiet'}>
                  {translate('compose.fileBad', { count: number(counts.bad) })}
                </span>
                <span className="sms-quiet">
                  {translate('compose.fileDuplicate', { count: number(counts.duplicates) })}
                </span>
              </>
            )}
          </p>
        </div>
        <Button
          color="error"
          startIcon={<DeleteOutlineRounded />}
          onClick={() => edit({ sheet: null })}
          sx={{ ml: 'auto' }}
        >
          {translate('compose.removeFile')}
        </Button>
      </div>
      <div className="compose-columns">
        <ColumnSelect
          id="compose-column-phone"
          label={translate('compose.phoneColumn')}
          columns={sheet.columns}
          value={sheet.phone}
          error={sheet.columns.includes(sheet.phone) ? errors.sheet : 'compose.columnPick'}
          onChange={(phone) => change({ phone, counts: null })}
        />
        {placeholders(draft.body).map((name) => {
          const value = own(sheet.columnFor, name) ?? (sheet.columns.includes(name) ? name : '');
          return (
            <ColumnSelect
              key={name}
              id={`compose-column-${name}`}
              label={translate('compose.columnFor', { name })}
              columns={sheet.columns}
              value={value}
              error={value === '' && errors.columns ? errors.columns : undefined}
              onChange={(column) => change({ columnFor: { ...sheet.columnFor, [name]: column } })}
            />
          );
        })}
      </div>
      {/* Of a file that was used before, no rows are known. */}
      {sheet.sample.length > 0 && (
        <SheetTable
          caption={translate('sheets.preview', { name: sheet.name })}
          columns={[translate('sheets.row'), ...sheet.columns]}
          rows={sheet.sample.map(({ row, cells }) => [
            number(row),
            ...sheet.columns.map((_, index) => cells[index] ?? ''),
          ])}
        />
      )}
    </>
  );
}

function ColumnSelect(props: {
  id: string;
  label: string;
  columns: readonly string[];
  value: string;
  error?: string;
  onChange(column: string): void;
}) {
  const translate = useTranslate();
  return (
    <TextField
      id={props.id}
      select
      label={props.label}
      value={props.value}
      error={Boolean(props.error)}
      helperText={props.error && translate(props.error, { _: props.error })}
      onChange={(event) => props.onChange(event.target.value)}
      slotProps={{ select: { native: true } }}
    >
      {props.value === '' && <option value="">{translate('compose.columnPick')}</option>}
      {props.columns.map((column) => (
        <option key={column} value={column}>
          {column}
        </option>
      ))}
    </TextField>
  );
}
