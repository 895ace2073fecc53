import { Skeleton } from '../ui/skeleton.tsx'

export function CompletedSkeleton({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <div key={row} className="flex gap-4 px-3 py-2.5 max-sm:px-0">
      <Skeleton className="mt-0.5 size-5 rounded-full!" />
      <div className="flex-1">
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="mt-2 h-3 w-1/4" />
      </div>
      <Skeleton className="h-5 w-14 max-sm:hidden" />
    </div>
  ))
}
