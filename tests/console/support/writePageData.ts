/** Writes JSON into the page's element of this id, as a server does. */
export function writePageData(id: 'user' | 'list', data: unknown): void {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = id;
  element.textContent = JSON.stringify(data);
  document.body.append(element);
}
