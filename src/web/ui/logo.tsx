/** The logo: five rungs, one per tier, from red to gray. Decorative beside the name. */
export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg viewBox="0 0 22 23" width={size} height={(size * 23) / 22} aria-hidden="true" focusable="false">
      {RUNGS.map(([width, fill], index) => (
        <rect key={fill} x="0" y={index * 5} width={width} height="3" rx="1" fill={`var(${fill})`} />
      ))}
    </svg>
  )
}

const RUNGS = [
  [22, '--t1-spine'],
  [18, '--t2-spine'],
  [14, '--t3-spine'],
  [10, '--t4-spine'],
  [6, '--t5-spine'],
] as const
