import { LEVELS, type Level } from '#domain/tasks/priority.ts'

import { tierClass } from '../tasks/tier-class.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import * as words from './words.ts'

/** Levels that most boards use, and how many cards to draw at each. */
const BANDS: [level: Level, cards: number][] = [
  [1, 2],
  [2, 2],
  [3, 3],
  [5, 3],
]

export function BoardSkeleton() {
  return (
    <Loading label={words.loading}>
      <div className="board">
        <div className="rail">
          <div className="h-7 max-sm:hidden" />
          <div className="rungs">
            {LEVELS.map((level) => (
              <div key={level} className={`rung ${tierClass(level)}`}>
                <Skeleton className="h-4 flex-1" />
              </div>
            ))}
          </div>
        </div>
        <div className="bands max-md:pt-8">
          {BANDS.map(([level, cards]) => (
            <div key={level} className={`band ${tierClass(level)}`}>
              <div className="gutter">
                <Skeleton className="size-10 max-sm:size-8" />
              </div>
              <span className="w-(--spine-width) rounded-xs bg-sunken" />
              <div className="lane">
                <div className="cards">
                  {Array.from({ length: cards }, (_, card) => (
                    <div key={card} className="card pointer-events-none">
                      <Skeleton className="h-5 w-3/5 [grid-area:title]" />
                      <Skeleton className="mt-2 h-3 w-1/4 [grid-area:meta]" />
                    </div>
                  ))}
                </div>
              </div>
            </div>
          ))}
        </div>
      </div>
    </Loading>
  )
}
