import { CategoryBadge } from '../tasks/category-badge.tsx'
import { MenuCheckItem } from '../ui/menu.tsx'

type Props = {
  names: readonly string[]
  chosen: string | null
  /** Also called for the chosen one, whose choice that ends. */
  onChoose: (name: string) => void
  countOf: (name: string) => number
  /** What is counted, in a word: 'open'. */
  counted: string
}

/** The categories in a menu, one of which can be chosen, each with a count. */
export function CategoryChoices({ names, chosen, onChoose, countOf, counted }: Props) {
  return names.map((name) => (
    <MenuCheckItem
      key={name}
      textValue={name}
      checked={name === chosen}
      onSelect={() => onChoose(name)}
      trailing={
        <>
          {countOf(name)}
          <span className="sr-only"> {counted}</span>
        </>
      }
    >
      <CategoryBadge name={name} />
    </MenuCheckItem>
  ))
}
