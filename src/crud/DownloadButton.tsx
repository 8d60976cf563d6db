import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { useTranslate } from 'ra-core';
import { Button, type ButtonProps } from '../layout/Button.tsx';
import { RowAction } from './RowAction.tsx';
import { useDownload } from './useDownload.ts';

export interface DownloadButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  /** The file's API path. */
  path: string;
  /** Sent as JSON in a POST, for a file whose download the server counts. */
  body?: object;
  /** File name to use if the server sends none. */
  fileName: string;
  label: string;
  /** Show only an icon, with the label as its accessible name. */
  compact?: boolean;
  /** Keys of what is said while it is downloaded and when that fails; those of an export if there are none. */
  busy?: string;
  failed?: string;
  /** Called after the file is saved. */
  onDone?(): void;
}

/** Downloads a file from the API and reports failures. */
export function DownloadButton({
  path,
  body,
  fileName,
  label,
  compact = false,
  busy = 'crud.list.exporting',
  failed = 'crud.list.exportFailed',
  onDone,
  ...button
}: DownloadButtonProps) {
  const translate = useTranslate();
  const { isBusy, download } = useDownload(failed);
  const onClick = () => download(path, { name: fileName, body }, onDone);
  if (compact)
    return <RowAction icon={FileDownloadOutlined} label={label} onClick={onClick} disabled={isBusy} />;
  return (
    <Button startIcon={<FileDownloadOutlined />} onClick={onClick} disabled={isBusy} {...button}>
      {isBusy ? translate(busy) : label}
    </Button>
  );
}
