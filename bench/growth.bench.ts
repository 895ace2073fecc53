// `npm run bench:growth`: compares each operation of one user on a server with few tasks and on one with millions of
// other users' tasks, alternating between them. Writes parts of docs/scaling.md. Exits with 1 if a target is missed.
import { writePart } from './performance-file.ts'
import { measureStreams, readSizes } from './growth/costs.ts'
import { compareInTurn } from './growth/in-turn.ts'
import { OPERATIONS } from './growth/operations.ts'
import { readOptions } from './growth/options.ts'
import { judge, report } from './growth/report.ts'
import { openPostgresSides, openSqliteSides } from './growth/sides.ts'

const options = readOptions()
for (const dialect of options.databases) {
  const begun = performance.now()
  const sides = await (dialect === 'sqlite' ? openSqliteSides(options) : openPostgresSides(options))
  if (!sides) continue
  console.log(`${dialect}: filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  try {
    const growths = await compareInTurn(sides, OPERATIONS, options)
    const sizes = await readSizes(sides.many)
    const streams = await measureStreams(sides.many)
    const text = report({ dialect, growths, sizes, streams }, options)
    console.log(text)
    if (options.writesDocs) writePart(`growth-${dialect}`, text, 'scaling.md')
    if (judge(growths).some(({ isReached }) => !isReached)) process.exitCode = 1
  } finally {
    await sides.discard()
  }
}
