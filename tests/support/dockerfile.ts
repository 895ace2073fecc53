/** One instruction of a Dockerfile: 'COPY', its flags by name, and the rest of the line. */
export type Instruction = { name: string; flags: Record<string, string>; rest: string }

/** A stage of the build, from one FROM to the next. */
export type Stage = { base: string; name: string | null; instructions: Instruction[] }

/**
 * Parses the features that this project's Dockerfile uses: comments, continued lines, flags, named stages.
 * @throws Error at an unknown instruction
 */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  for (const line of logicalLines(text)) {
    const [, name = '', all = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (!KNOWN.has(name)) throw new Error(`Unknown instruction: ${line}`)
    const { flags, rest } = readFlags(all)
    if (name === 'FROM') {
      const [base = '', , stage = null] = rest.split(/\s+/)
      stages.push({ base, name: stage, instructions: [] })
    } else stages.at(-1)?.instructions.push({ name, flags, rest })
  }
  return stages
}

/** Returns the variables of ENV with their values: `PATH=/app HOST=0.0.0.0`. */
export function readEnv(rest: string): Record<string, string> {
  const pairs = rest.split(/\s+/).map((pair) => pair.split('='))
  return Object.fromEntries(pairs.map(([name = '', ...value]) => [name, value.join('=')]))
}

/** Returns the command of CMD or HEALTHCHECK in exec form. */
export function readCommand(rest: string): string[] {
  return JSON.parse(rest.replace(/^CMD\s+/, '')) as string[]
}

const KNOWN: ReadonlySet<string> = new Set(
  'FROM WORKDIR COPY RUN ENV VOLUME EXPOSE USER HEALTHCHECK CMD'.split(' '),
)

function logicalLines(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
  return lines
    .join('\n')
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n')
}

function readFlags(all: string): { flags: Record<string, string>; rest: string } {
  const flags: Record<string, string> = {}
  let rest = all
  for (let match = FLAG.exec(rest); match; match = FLAG.exec(rest)) {
    flags[match[1] ?? ''] = match[2] ?? ''
    rest = rest.slice(match[0].length)
  }
  return { flags, rest }
}

const FLAG = /^--([\w-]+)=(\S+)\s+/
