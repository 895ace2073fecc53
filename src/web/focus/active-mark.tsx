import './focus.css'

/** Says that something is heard, also to those who do not see the bars move. */
export function ActiveMark({ isActive }: { isActive: boolean }) {
  return (
    <output className="text-label font-medium text-ok-text">
      {isActive && (
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="active-bars">
            <i />
            <i />
            <i />
          </span>
          Active
        </span>
      )}
    </output>
  )
}
