export {
  formatAmount,
  formatBasisPoints,
  formatCompact,
  formatDate,
  formatDateTime,
  formatDay,
  formatDayOfYear,
  formatExactAmount,
  formatFileSize,
  formatMoney,
  formatRate,
  formatTime,
  formatTimeOfDay,
  maskEmail,
  shortAddress,
  timeZone,
} from './formats.js';
export type { MessageId } from './generated/message-ids.js';
export {
  bcp47,
  defaultLanguage,
  isLanguage,
  type Language,
  languageNames,
  languageOf,
  languages,
  languageStorageKey,
} from './languages.js';
