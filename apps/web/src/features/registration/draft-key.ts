/** Key of the draft of a registration in session storage. */
export const draftKey = 'registration';
