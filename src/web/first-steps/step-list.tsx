import { Play } from 'lucide-react'
import { type ReactNode, useRef } from 'react'

import type { FirstStep } from '#domain/account/first-steps.ts'
import { sampleDrafts } from '#domain/samples/samples.ts'

import { PRESETS, applyPreset } from '../focus/focus-audio.ts'
import { focusPlayer } from '../focus/focus.ts'
import { useRun } from '../sync/runner/run.ts'
import { Button } from '../ui/button.tsx'
import { useToday } from '../ui/today.ts'
import { BUILT_IN_TEMPLATES, projectDrafts } from './built-in-templates.ts'
import { addSamples, createProject, noteDone } from './commands.ts'
import { FirstTask } from './first-task.tsx'
import { Step, closeStep } from './step.tsx'
import * as words from './words.ts'

type Done = { onDone: () => void }

export function StepList({ left, className }: { left: readonly FirstStep[]; className: string }) {
  const list = useRef<HTMLOListElement>(null)
  const done = (step: FirstStep) => void closeStep(list.current, step).then(() => noteDone(step))
  const parts: Record<FirstStep, ReactNode> = {
    task: <FirstTask key="task" />,
    samples: <Samples key="samples" onDone={() => done('samples')} />,
    template: <Templates key="template" onDone={() => done('template')} />,
    preset: <Preset key="preset" onDone={() => done('preset')} />,
  }
  return (
    <ol ref={list} className={className}>
      {left.map((step) => parts[step])}
    </ol>
  )
}

function Samples({ onDone }: Done) {
  const { run, isPending } = useRun(addSamples)
  const today = useToday()
  return (
    <Step
      step="samples"
      texts={words.samples}
      action={
        <Button
          pending={isPending}
          onClick={() => run({ tasks: sampleDrafts(today) }, { onDone })}
          className={ACTION}
        >
          {words.samples.add}
        </Button>
      }
    />
  )
}

function Templates({ onDone }: Done) {
  const { run, isPending } = useRun(createProject)
  const today = useToday()
  return (
    <Step step="template" texts={words.template}>
      <div className="mt-2.5 grid gap-2 sm:grid-cols-3">
        {BUILT_IN_TEMPLATES.map((template) => (
          <Button
            key={template.name}
            pending={isPending}
            onClick={() => run({ tasks: projectDrafts(template, today) }, { onDone })}
            className="px-3 text-start max-sm:py-2.75 sm:min-h-13 sm:flex-col sm:items-start sm:gap-0"
          >
            <span>{template.name}</span>
            <span className="font-normal text-fg-2 max-sm:ml-auto">
              {words.taskCount(template.tasks.length)}
            </span>
          </Button>
        ))}
      </div>
    </Step>
  )
}

function Preset({ onDone }: Done) {
  const play = () => {
    const preset = PRESETS.find(({ name }) => name === words.preset.name)
    if (!preset) return
    focusPlayer.setMix(applyPreset(focusPlayer.current().mix, preset))
    focusPlayer.play()
    onDone()
  }
  return (
    <Step
      step="preset"
      texts={words.preset}
      action={
        <Button icon={<Play size={16} />} onClick={play} className={ACTION}>
          {words.preset.play}
        </Button>
      }
    />
  )
}

/** Placed beside the text or, on phones, under it and as wide as the column. */
const ACTION = 'max-sm:w-full max-sm:py-2.75'
