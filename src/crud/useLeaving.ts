import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { leave } from '../core/leaving.ts';

/** Keeps records out of lists from `begin` until their deletion is undone, done or refused; options for react-admin's hooks. */
export function useLeaving(resource: string) {
  const client = useQueryClient();
  const end = useRef<() => void>(undefined);
  const finish = () => {
    end.current?.();
    end.current = undefined;
    // Lists that were read meanwhile are unknown to react-admin's hook.
    void client.invalidateQueries({ queryKey: [resource, 'getList'] });
  };
  return {
    begin(ids: readonly unknown[]) {
      end.current?.();
      end.current = leave(resource, ids);
    },
    options: { onUndo: finish, onSettled: finish },
  };
}
