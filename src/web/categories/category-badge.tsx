import { type CategoryColor, categoryColor } from '#domain/categories/category.ts'

/** Complete class names, because Tailwind only generates classes that it finds in the source. */
const COLORS: Record<CategoryColor, { text: string; dot: string }> = {
  project: { text: 'font-medium text-cat-project', dot: 'bg-cat-project-dot' },
  meeting: { text: 'font-medium text-cat-meeting', dot: 'bg-cat-meeting-dot' },
  appointment: { text: 'font-medium text-cat-appointment', dot: 'bg-cat-appointment-dot' },
  deadline: { text: 'font-medium text-cat-deadline', dot: 'bg-cat-deadline-dot' },
  reminder: { text: 'font-medium text-cat-reminder', dot: 'bg-cat-reminder-dot' },
  neutral: { text: 'font-[450] text-cat-neutral', dot: 'bg-cat-neutral-dot' },
}

export function CategoryBadge({ name }: { name: string }) {
  const { text, dot } = COLORS[categoryColor(name)]
  return (
    <span className={`inline-flex min-w-0 items-center gap-1.5 ${text}`}>
      <span aria-hidden className={`size-[7px] shrink-0 rounded-[2px] ${dot}`} />
      <span dir="auto" className="truncate">
        {name}
      </span>
    </span>
  )
}
