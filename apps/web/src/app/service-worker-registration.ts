const worker = '/service-worker.js';

// The policy names the one script that may become a worker.
const policy = window.trustedTypes?.createPolicy('wusd-app', { createScriptURL: () => worker });

// Without it the app works as before, but for opening without a connection.
await navigator.serviceWorker?.register(policy?.createScriptURL(worker) ?? worker).catch(() => {});
