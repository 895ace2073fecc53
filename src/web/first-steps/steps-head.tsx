import type { ReactNode } from 'react'

import { noTasks } from '../filters/words.ts'

/** The heading of an empty account's steps. Part of the first load, so that nothing moves when the steps arrive. */
export function StepsHead({ children }: { children?: ReactNode }) {
  return (
    <div className={`${STEPS} max-sm:pt-6`}>
      <div className="flex min-h-8.75 items-center justify-between gap-4 border-b border-line">
        <h2 className="text-[17px]/6 font-[590] tracking-[-0.012em]">{noTasks}</h2>
        {children}
      </div>
    </div>
  )
}

export const STEPS = 'mx-auto w-full max-w-190'
