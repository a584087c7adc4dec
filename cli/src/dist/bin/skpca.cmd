@echo off
rem Runs skpca, with Java alone.
setlocal
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"
set "MODULES=--add-modules jdk.incubator.vector"
"%JAVA%" %MODULES% -version >nul 2>&1 || set "MODULES="
"%JAVA%" %MODULES% -XX:+UseParallelGC %SKPCA_JAVA_OPTS% -jar "%~dp0..\lib\skpca.jar" %*
exit /b %ERRORLEVEL%
