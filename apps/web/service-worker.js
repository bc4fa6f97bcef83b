// Keeps the app itself on the device, so that it opens without a connection: its page and its files, which are everybody's.
// What the API answers does not pass through here. An open tab keeps the files it began with, whatever is put up meanwhile.
const files = __FILES__;
const kept = 'app-__VERSION__';
// Any page but the home page, which is served complete.
const page = '/404';

addEventListener('install', (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll([page, ...files])));
});

addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name !== kept) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(forget());
});

const fromKept = async (path) => (await caches.open(kept)).match(path, { ignoreVary: true });

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => fromKept(page)));
  else if (files.includes(pathname)) {
    event.respondWith(fromKept(pathname).then((found) => found ?? fetch(request)));
  }
});
