import { setUpIn } from '@wusd/api/testing/postgres';

// Separate from the PostgreSQL of the server's tests, which may run at the same time.
export default setUpIn('signer-postgres');
