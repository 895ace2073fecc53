import { isSameName } from '#domain/text.ts'
import { CategoryBadge } from './category-badge.tsx'
import { MenuCheckItem } from '../ui/menu.tsx'
import { numberText } from '../ui/numbers.ts'

type Props = {
  names: readonly string[]
  chosen: string | null
  /** Also called with the current choice, to clear it. */
  onChoose: (name: string) => void
  countOf: (name: string) => number
  /** The word after each count for screen readers, such as 'open'. */
  counted: string
}

export function CategoryChoices({ names, chosen, onChoose, countOf, counted }: Props) {
  return names.map((name) => (
    <MenuCheckItem
      key={name}
      textValue={name}
      checked={isSameName(name, chosen)}
      onSelect={() => onChoose(name)}
      trailing={
        <>
          {numberText(countOf(name))}
          <span className="sr-only"> {counted}</span>
        </>
      }
    >
      <CategoryBadge name={name} />
    </MenuCheckItem>
  ))
}
