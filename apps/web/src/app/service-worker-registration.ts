const worker = '/service-worker.js';

// The content security policy allows this one script as a worker.
const policy = window.trustedTypes?.createPolicy('wusd-app', { createScriptURL: () => worker });

// If registration fails, only opening the app offline is unavailable.
await navigator.serviceWorker?.register(policy?.createScriptURL(worker) ?? worker).catch(() => {});
