export { SearchableSelect, type SearchableOption, type SearchableSelectProps } from './SearchableSelect.js';
