/** Texts of the input for a document. */
export const documents = {
  document: {
    choose: 'Choose a file',
    replace: 'Replace',
    drop: 'Drop a picture (JPEG, PNG) or PDF here, of at most %{most}, or choose it.',
    dropNow: 'Let go to upload it',
    uploading: 'Uploading, %{percent}',
    uploaded: '%{size}, uploaded',
    kept: 'Uploaded document',
    remove: 'Remove the document',
    stop: 'Stop the upload',
    failed: 'The upload did not finish. Try again.',
    wrongKind: '%{name} is neither a picture (JPEG, PNG) nor a PDF. Choose another file.',
    isEmpty: '%{name} is empty. Choose another file.',
    tooLarge: '%{name} is too large. Use a file of at most %{most}.',
    dropPicture: 'Drop a picture (JPEG, PNG) here, of at most %{most}, or choose it.',
    camera: 'Take a photo',
    notPicture: '%{name} is not a picture (JPEG, PNG). Choose another file.',
    notDocument:
      '%{name} is neither a picture (JPEG, PNG) nor a PDF inside, whatever its name says. Choose another file.',
    enlarge: 'Enlarge',
    close: 'Close',
    save: 'Save',
    notShown: 'This kind of file cannot be shown.',
  },
};
