/** Texts of the input for a document. */
export const texts = {
  document: {
    choose: 'Choose a file',
    replace: 'Replace',
    drop: 'Drop a picture (JPEG, PNG) or PDF here, up to %{most}, or choose a file.',
    dropNow: 'Drop to upload',
    uploading: 'Uploading, %{percent}',
    uploaded: '%{size}, uploaded',
    kept: 'Uploaded document',
    remove: 'Remove the document',
    stop: 'Stop the upload',
    failed: 'The upload failed. Try again.',
    wrongKind: '%{name} is not a picture (JPEG, PNG) or a PDF. Choose another file.',
    isEmpty: '%{name} is empty. Choose another file.',
    tooLarge: '%{name} is too large. Choose a file up to %{most}.',
    wait: 'The document is still uploading. Wait until it is finished.',
    dropPicture: 'Drop a picture (JPEG, PNG) here, up to %{most}, or choose a file.',
    camera: 'Take a photo',
    notPicture: '%{name} is not a picture (JPEG, PNG). Choose another file.',
    notDocument:
      '%{name} is not really a picture (JPEG, PNG) or a PDF, despite its name. Choose another file.',
    enlarge: 'Enlarge',
    close: 'Close',
    save: 'Save',
    notShown: 'This type of file cannot be displayed.',
  },
};
