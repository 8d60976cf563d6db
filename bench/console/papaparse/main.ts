const output = document.querySelector('output') as HTMLOutputElement;
const input = document.querySelector('input') as HTMLInputElement;

input.addEventListener('change', () => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }) => {
    output.value = JSON.stringify(data);
  });
  worker.postMessage(input.files?.[0]);
});
