import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { browserSchedule } from '../bridge/browserSchedule.ts';
import { Button } from './Button.tsx';

/** Milliseconds before a button of consent can be pressed: enough for a click meant for what was there before. */
const armingDelay = 300;

interface ConsentButtonProps {
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly appearance?: 'primary' | 'secondary';
  readonly isInert?: boolean;
}

/**
 * A button that grants something. A click that was on its way when the button appeared, and the second half of a
 * double click, do not count.
 */
export function ConsentButton({ children, onPress, appearance, isInert = false }: ConsentButtonProps): ReactElement {
  const [isArmed, setIsArmed] = useState(false);
  useEffect(() => {
    const timer = browserSchedule(() => setIsArmed(true), armingDelay);
    return () => timer.dispose();
  }, []);
  const press = (event: MouseEvent): void => {
    if (event.detail < 2) onPress();
  };
  return (
    <Button appearance={appearance ?? 'secondary'} isInert={!isArmed || isInert} onPress={press}>
      {children}
    </Button>
  );
}
