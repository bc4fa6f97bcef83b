import type { MessageId } from './generated/message-ids.js';

/** Message ids of the documents that a company must provide, by business type. */
export const companyDocuments = {
  'sole proprietorship': ['documents.incorporation', 'documents.owner', 'documents.address'],
  partnership: ['documents.incorporation', 'documents.partners', 'documents.authority', 'documents.address'],
  'financial institution': [
    'documents.incorporation',
    'documents.licence',
    'documents.owners',
    'documents.constitution',
    'documents.authority',
    'documents.address',
  ],
  'exempt financial institution': [
    'documents.incorporation',
    'documents.exemption',
    'documents.owners',
    'documents.constitution',
    'documents.authority',
    'documents.address',
  ],
} as const satisfies Record<string, readonly MessageId[]>;
