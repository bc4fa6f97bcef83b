export { SearchableSelect, type SearchableOption, type SearchableSelectProps } from './SearchableSelect.js';
export { foldText } from './search.js';
