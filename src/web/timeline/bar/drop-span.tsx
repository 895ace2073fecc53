import type { Scale } from '../rules/scale.ts'

import { useStore } from '../../state/store.ts'
import { barPlace } from '../chart/chart-sizes.ts'
import { dropSpan } from './card-drop-store.ts'

export function DropSpan({ scale }: { scale: Scale }) {
  const span = useStore(dropSpan)
  return span && <span className="tl-drop" style={barPlace(scale, span)} />
}
