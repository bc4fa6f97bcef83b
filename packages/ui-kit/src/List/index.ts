export { List, type ListProps, ListRow, type ListRowProps, ListSkeleton, type ListSkeletonProps } from './List.js';
