import * as words from './words.ts'

const BARS = [
  { scale: '[scale:1_0.4]', animationDuration: '1.1s' },
  { scale: '', animationDuration: '0.8s', animationDelay: '-0.5s' },
  { scale: '[scale:1_0.65]', animationDuration: '0.95s', animationDelay: '-0.2s' },
]

export function ActiveMark({ isActive }: { isActive: boolean }) {
  return (
    <output className="text-label font-medium text-ok-text">
      {isActive && (
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="flex h-3 items-end gap-0.5">
            {BARS.map(({ scale, ...style }) => (
              <i
                key={style.animationDuration}
                style={style}
                className={`h-full w-0.5 origin-bottom rounded-[1px] bg-current motion-safe:animate-active-bar ${scale}`}
              />
            ))}
          </span>
          {words.active}
        </span>
      )}
    </output>
  )
}
