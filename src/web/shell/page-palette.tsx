import type { ComponentProps } from 'react'

import { closePalette, paletteStore } from '../palette/open.ts'
import { useStore } from '../state/store.ts'
import { Palette } from './deferred-parts.tsx'

export function PagePalette(props: Omit<ComponentProps<typeof Palette>, 'open' | 'onClose'>) {
  return <Palette {...props} open={useStore(paletteStore) !== false} onClose={closePalette} />
}
