// Reasons why no journey triggers an error, shared by several domains.

export const likeEveryAct = 'as with every act: a new password and a new phone meet it on the same page';
export const reviewed = 'the review has said so, and lets nobody go on';
