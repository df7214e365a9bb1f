package org.gpucomm.cli.terminal;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Command that prints the shell's completion script. */
@Command(name = "completion", mixinStandardHelpOptions = true,
        description = "Prints a script that has bash and zsh complete commands, options and values.",
        footer = {"", "source <(./gpucomm completion)    for this shell; in ~/.bashrc or ~/.zshrc for every one"})
public final class CompletionCommand extends TerminalCommand {

    /** Rule for the measuring commands, which are another program. The launcher adds their completion script. */
    private static final String BOTH_HALVES = """

            function _gpucomm() {
              case "${COMP_WORDS[1]:-}" in
                bench | run | doctor)
                  if declare -F _complete_gpucomm_measure >/dev/null; then _complete_gpucomm_measure; fi ;;
                *)
                  _complete_gpucomm
                  if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY+=($(compgen -W 'bench run doctor' -- "${COMP_WORDS[1]}"))
                  fi ;;
              esac
            }
            complete -F _gpucomm -o default gpucomm ./gpucomm
            """;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        out().print(AutoComplete.bash("gpucomm", spec.root().commandLine()));
        out().print(BOTH_HALVES);
        out().flush();
        return 0;
    }
}
